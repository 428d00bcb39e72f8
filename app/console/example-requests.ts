export interface ExampleRequest {
  readonly title: string;
  readonly path: string;
}

/** One request of each kind that the interface answers, and two that it refuses. */
export const exampleRequests: readonly ExampleRequest[] = [
  { title: 'Newest records, page 1', path: 'webapi/v1/RawData?pageNumber=1&pageSize=5' },
  {
    title: 'Records within 10 km of Cottesloe',
    path: 'webapi/v1/RawData?latitude=-31.994&longitude=115.751&pageNumber=1',
  },
  {
    title: 'Nearest feature to a point',
    path: 'webapi/v1/CoastalFeatures?latitude=-31.994&longitude=115.751&searchStyle=Nearest',
  },
  { title: 'One coastal feature', path: 'webapi/v1/CoastalFeatures/1' },
  { title: 'Features from A to Z', path: 'webapi/v1/CoastalFeatures?pageNumber=1&sortOrder=asc' },
  { title: 'All coastal features', path: 'webapi/v1/CoastalFeatures' },
  { title: 'A page that does not exist', path: 'webapi/v1/RawData?pageNumber=1000000' },
  { title: 'A question with two mistakes', path: 'webapi/v1/RawData?latitude=95&longitude=115&sortOrder=up' },
];
