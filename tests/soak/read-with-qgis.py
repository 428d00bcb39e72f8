"""Prints, as JSON, the features that QGIS reads from collections, and those that its filters select.

Usage: read-with-qgis.py PROVIDER REQUESTS, where REQUESTS is a list in JSON of {source, subset, box}.
"""

import json
import re
import sys

from qgis.core import NULL, QgsApplication, QgsFeatureRequest, QgsRectangle, QgsVectorLayer
from qgis.PyQt.QtCore import QDateTime


def plain(value):
    if value == NULL:
        return None
    if isinstance(value, QDateTime):
        return value.toString("yyyy-MM-ddTHH:mm:ss")
    # QGIS adds milliseconds to a time in a column that it takes for text, because its first features have no value.
    return re.sub(r"^([-0-9]{10}T[:0-9]{8})\.000$", r"\1", value) if isinstance(value, str) else value


def read(provider, source, subset=None, box=None):
    layer = QgsVectorLayer(source, "layer", provider)
    if not layer.isValid():
        raise SystemExit(f"QGIS cannot open {source}: {layer.error().message()}")
    if subset and not layer.setSubsetString(subset):
        raise SystemExit(f"QGIS refuses the filter {subset}")
    request = QgsFeatureRequest()
    if box:
        request.setFilterRect(QgsRectangle(*box))
    names = layer.fields().names()
    features = []
    for feature in layer.getFeatures(request):
        point = feature.geometry().asPoint()
        properties = dict(zip(names, map(plain, feature.attributes())))
        features.append({"properties": properties, "geometry": {"coordinates": [point.x(), point.y()]}})
    return features


application = QgsApplication([], False)
application.initQgis()
print(json.dumps([read(sys.argv[1], **request) for request in json.loads(sys.argv[2])]))
sys.stdout.flush()
application.exitQgis()
