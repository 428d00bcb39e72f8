import { midWest } from './mid-west.ts';
import { gascoyne, kimberley, pilbara } from './north-west.ts';
import { peel, perthNorth, perthSouth, rottnest } from './perth.ts';
import { placesOf, type Place, type PlaceGroup } from './place.ts';
import { esperance, greatSouthern } from './south-coast.ts';
import { southWest } from './south-west.ts';

const town = (
  name: string,
  localGovernment: string,
  responseRegions: string,
  latitude: number,
  longitude: number,
): PlaceGroup => ({
  localGovernment,
  town: name,
  responseRegions,
  places: [[name, 'Town', latitude, longitude, '', null]],
});

/** The towns by which people know the parts of the coast. */
const towns: readonly PlaceGroup[] = [
  town('Broome', 'Shire of Broome', 'KIM', -17.962, 122.236),
  town('Port Hedland', 'Town of Port Hedland', 'PIL', -20.311, 118.601),
  town('Karratha', 'City of Karratha', 'PIL', -20.736, 116.846),
  town('Onslow', 'Shire of Ashburton', 'PIL', -21.637, 115.115),
  town('Exmouth', 'Shire of Exmouth', 'GAS', -21.931, 114.121),
  town('Coral Bay', 'Shire of Carnarvon', 'GAS', -23.142, 113.772),
  town('Carnarvon', 'Shire of Carnarvon', 'GAS', -24.882, 113.661),
  town('Denham', 'Shire of Shark Bay', 'GAS', -25.927, 113.534),
  town('Kalbarri', 'Shire of Northampton', 'MWT', -27.711, 114.165),
  town('Geraldton', 'City of Greater Geraldton', 'MWT', -28.775, 114.612),
  town('Jurien Bay', 'Shire of Dandaragan', 'MWT', -30.304, 115.039),
  town('Lancelin', 'Shire of Gingin', 'WHE', -31.02, 115.329),
  town('Perth', 'City of Perth', 'PMN', -31.953, 115.857),
  town('Mandurah', 'City of Mandurah', 'PEL', -32.529, 115.723),
  town('Bunbury', 'City of Bunbury', 'SWT', -33.327, 115.637),
  town('Busselton', 'City of Busselton', 'SWT', -33.652, 115.345),
  town('Augusta', 'Shire of Augusta-Margaret River', 'SWT', -34.313, 115.159),
  town('Denmark', 'Shire of Denmark', 'GSN', -34.961, 117.355),
  town('Albany', 'City of Albany', 'GSN', -35.023, 117.884),
  town('Bremer Bay', 'Shire of Jerramungup', 'GSN', -34.391, 119.381),
  town('Esperance', 'Shire of Esperance', 'ESP', -33.861, 121.891),
  town('Eucla', 'Shire of Dundas', 'ESP', -31.677, 128.889),
];

/** Every place of the sample, roughly from north to south, then east; the towns last. */
export const allPlaces: readonly Place[] = [
  kimberley,
  pilbara,
  gascoyne,
  midWest,
  perthNorth,
  perthSouth,
  rottnest,
  peel,
  southWest,
  greatSouthern,
  esperance,
  towns,
].flatMap(placesOf);
