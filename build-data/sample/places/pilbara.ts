import type { PlaceGroup } from './place.ts';

/** The Pilbara coast, from Port Hedland to Onslow. */
export const pilbara: readonly PlaceGroup[] = [
  {
    localGovernment: 'Town of Port Hedland',
    town: 'Port Hedland',
    responseRegions: 'PIL',
    places: [
      ['Cemetery Beach', 'Beach', -20.309, 118.607, '', 0],
      ['Spoilbank', 'Bank', -20.299, 118.596, '', 0],
      ['Pretty Pool', 'Pool', -20.317, 118.645, '', 30],
      ['Cooke Point', 'Point', -20.304, 118.637, '', 0],
      ['Finucane Island', 'Island', -20.305, 118.555, 'west', null],
      ['Finucane Island Boat Ramp', 'Boat Ramp', -20.302, 118.55, 'west', null],
      ['Port Hedland Boat Ramp', 'Boat Ramp', -20.315, 118.581, '', null],
      ['Cape Keraudren', 'Cape', -19.955, 119.766, 'east', 330],
    ],
  },
  {
    localGovernment: 'City of Karratha',
    town: 'Point Samson',
    responseRegions: 'PIL',
    places: [
      ['Honeymoon Cove', 'Cove', -20.623, 117.191, '', 0],
      ['Point Samson Beach', 'Beach', -20.63, 117.198, '', 70],
      ['Johns Creek Boat Harbour', 'Harbour', -20.642, 117.195, 'south', null],
      ['Settlers Beach', 'Beach', -20.667, 117.198, 'near Cossack', 40],
      ['Cossack', 'Town', -20.678, 117.188, 'south', null],
      ['Cape Lambert', 'Cape', -20.593, 117.187, 'north', 0],
      ['Jarman Island', 'Island', -20.655, 117.217, 'east', null],
    ],
  },
  {
    localGovernment: 'City of Karratha',
    town: 'Karratha',
    responseRegions: 'PIL',
    places: [
      ['Hearson Cove', 'Cove', -20.626, 116.794, 'north', 130],
      ['Cleaverville Beach', 'Beach', -20.657, 117.0, 'north', 0],
      ['Back Beach', 'Beach', -20.726, 116.815, '', 0],
      ['Back Beach Boat Ramp', 'Boat Ramp', -20.725, 116.813, '', null],
      ['Nickol Bay', 'Bay', -20.68, 116.86, 'near', 20],
      ['Legendre Island', 'Island', -20.385, 116.87, 'north', null],
    ],
  },
  {
    localGovernment: 'City of Karratha',
    town: 'Dampier',
    responseRegions: 'PIL',
    places: [
      ['Hampton Harbour', 'Harbour', -20.66, 116.705, '', null],
      ['Dampier Beach', 'Beach', -20.664, 116.71, '', 330],
      ['Dampier Archipelago', 'Island', -20.55, 116.6, 'near', null],
      ['Enderby Island', 'Island', -20.6, 116.52, 'west', null],
      ['Rosemary Island', 'Island', -20.483, 116.59, 'north', null],
      ['Dolphin Island', 'Island', -20.48, 116.85, 'north', null],
      ['Montebello Islands', 'Island', -20.45, 115.55, 'west', null],
      ['Barrow Island', 'Island', -20.79, 115.4, 'west', null],
    ],
  },
  {
    localGovernment: 'Shire of Ashburton',
    town: 'Onslow',
    responseRegions: 'PIL',
    places: [
      ['Sunset Beach', 'Beach', -21.632, 115.103, '', 300],
      ['Front Beach', 'Beach', -21.634, 115.114, '', 0],
      ['Beadon Creek', 'Creek', -21.645, 115.13, 'east', null],
      ['Beadon Creek Boat Ramp', 'Boat Ramp', -21.644, 115.128, 'east', null],
      ['Four Mile Creek', 'Creek', -21.68, 115.06, 'south', null],
      ['Ashburton River', 'River', -21.71, 114.92, 'west', null],
      ['Direction Island', 'Island', -21.536, 115.129, 'north', null],
      ['Thevenard Island', 'Island', -21.46, 114.99, 'north', null],
      ['Fortescue River', 'River', -21.0, 116.1, 'east', null],
    ],
  },
];
