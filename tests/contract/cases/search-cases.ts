import { expectedPage, expectedProblem, expectedText, linksWithQuery, type ContractCase } from '../contract-case.ts';
import { arrayText, datasetNames, type Oracle, type Order, orders } from '../oracle.ts';

interface SearchCentre {
  readonly description: string;
  readonly longitude: number;
  readonly latitude: number;
}

const centres: readonly SearchCentre[] = [
  { description: 'the coast', longitude: 115.75, latitude: -32.01 },
  { description: 'a location with many records', longitude: 115.73338, latitude: -32.34915 },
  { description: 'the antimeridian', longitude: 180, latitude: -17 },
  { description: 'the antimeridian at longitude -180', longitude: -180, latitude: 0 },
  { description: 'the north pole', longitude: 50, latitude: 90 },
  { description: 'the south pole', longitude: -120, latitude: -90 },
  { description: 'a point near the south pole', longitude: 103, latitude: -89.9995 },
  { description: 'the far side of the earth', longitude: -65, latitude: 31 },
];
const rangesInMetres: readonly number[] = [0.001, 500, 10_000, 123_456.789, 5_000_000, 20_003_000, 1e9];

function* radiusCases(oracle: Oracle): Generator<ContractCase> {
  for (const dataset of datasetNames) {
    for (const { description, longitude, latitude } of centres) {
      for (const range of rangesInMetres) {
        const order: Order = range > 1e6 ? 'asc' : 'desc';
        yield {
          name: `${dataset} within ${range} m of ${description}, ${order}`,
          path: `/webapi/v1/${dataset}?latitude=${latitude}&longitude=${longitude}&rangeInM=${range}&sortOrder=${order}`,
          expected: {
            status: 200,
            body: arrayText(oracle.within(dataset, order, longitude, latitude, range)),
          },
        };
      }
    }
  }
}

function* nearestCases(oracle: Oracle): Generator<ContractCase> {
  for (const dataset of datasetNames) {
    for (const order of orders) {
      for (const { description, longitude, latitude } of centres) {
        yield {
          name: `${dataset} nearest to ${description}, ${order}`,
          path: `/webapi/v1/${dataset}?latitude=${latitude}&longitude=${longitude}&searchStyle=Nearest&sortOrder=${order}`,
          expected: {
            status: 200,
            body: oracle.nearest(dataset, order, longitude, latitude)?.text ?? '',
          },
        };
      }
    }
  }
}

function* searchSpellingCases(oracle: Oracle): Generator<ContractCase> {
  for (const dataset of datasetNames) {
    const found = arrayText(oracle.within(dataset, 'desc', 115.75, -32.01, 10_000));
    const one = oracle.nearest(dataset, 'desc', 115.75, -32.01)?.text ?? '';
    const spellings: readonly (readonly [query: string, body: string])[] = [
      ['latitude=-32.01&longitude=115.75', found],
      ['longitude=115.75&latitude=-32.01&searchStyle=InRadius', found],
      ['LATITUDE=-32.01&LONGITUDE=115.75&RANGEINM=10000&SEARCHSTYLE=INRADIUS', found],
      ['latitude=-3201e-2&longitude=+115.75&rangeInM=1e4&pageNumber=', found],
      ['latitude=-32.010&longitude=0115.750&rangeInM=%2B1E+4&pageNumber=null', found],
      ['latitude=-32.01&longitude=115.75&searchStyle=nearest', one],
      ['latitude=-32.01&longitude=115.75&searchStyle=NEAREST&pageNumber=1', one],
      ['latitude=-32.01&longitude=115.75&searchStyle=Nearest&pageNumber=999&pageSize=3', one],
      ['latitude=-32.01&longitude=115.75&searchStyle=Nearest&rangeInM=1e9', one],
    ];
    for (const [query, body] of spellings) {
      yield {
        name: `${dataset}?${query} finds the right records`,
        path: `/webapi/v1/${dataset}?${query}`,
        expected: { status: 200, body },
      };
    }
  }
}

const searchPages: readonly (readonly [page: number, size: number])[] = [
  [1, 10],
  [2, 10],
  [1, 1],
  [5, 7],
  [1, 1000],
];

function* pagedSearchCases(oracle: Oracle): Generator<ContractCase> {
  for (const dataset of datasetNames) {
    for (const order of orders) {
      const records = oracle.within(dataset, order, 115.72, -32.3, 30_000);
      for (const [page, size] of searchPages) {
        const search = 'latitude=-32.3&longitude=115.72&rangeInM=30000&searchStyle=InRadius&';
        yield {
          name: `${dataset} page ${page} of ${size} of a search, ${order}`,
          path: `/webapi/v1/${dataset}?pageNumber=${page}&pageSize=${size}&latitude=-32.3&longitude=115.72&rangeInM=3e4&sortOrder=${order}`,
          expected: expectedPage({
            records,
            page,
            size,
            linkTo: linksWithQuery(`/webapi/v1/${dataset}?${search}`, size, order),
          }),
        };
      }
    }
    // No record of the fixture is near this point.
    const linkTo = linksWithQuery(
      `/webapi/v1/${dataset}?latitude=45&longitude=45&rangeInM=10000&searchStyle=InRadius&`,
      10,
      'desc',
    );
    for (const page of [1, 2]) {
      yield {
        name: `${dataset} page ${page} of an empty search`,
        path: `/webapi/v1/${dataset}?latitude=45&longitude=45&pageNumber=${page}`,
        expected: expectedPage({ records: oracle.within(dataset, 'desc', 45, 45, 10_000), page, size: 10, linkTo }),
      };
    }
    const nearest = oracle.nearest(dataset, 'desc', 45.5, 45, 250.5);
    yield {
      name: `${dataset} Nearest with no record in range is a 404`,
      path: `/webapi/v1/${dataset}?latitude=45&longitude=45.5&searchStyle=Nearest&rangeInM=250.5`,
      expected: nearest
        ? expectedText(nearest.text)
        : expectedProblem(
            404,
            'There is no record within 250.5 metres of latitude 45, longitude 45.5.',
            'Nothing was found near this place.',
          ),
    };
  }
}

export function searchCases(oracle: Oracle): readonly ContractCase[] {
  return [...radiusCases(oracle), ...nearestCases(oracle), ...searchSpellingCases(oracle), ...pagedSearchCases(oracle)];
}
