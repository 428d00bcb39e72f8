const centre = 'latitude=-31.9&longitude=115.7';

export interface FaultRequest {
  /** After `webapi/v1/`. */
  readonly path: string;
  /** Whether the answer has begun before all of its data is read: a fault then can only break it off. */
  readonly isStreamed: boolean;
}

/** Requests that between them read every kind of file, to whose reads faults are brought. */
export const faultRequests: readonly FaultRequest[] = [
  { path: 'RawData', isStreamed: true },
  { path: 'RawData?sortOrder=asc', isStreamed: true },
  { path: 'CoastalFeatures', isStreamed: true },
  { path: 'CoastalFeatures?sortOrder=asc', isStreamed: true },
  { path: 'RawData?pageNumber=3&pageSize=100', isStreamed: false },
  { path: 'RawData?pageNumber=3&pageSize=100&sortOrder=asc', isStreamed: false },
  { path: 'CoastalFeatures?pageNumber=1&pageSize=1000', isStreamed: false },
  { path: 'RawData?pageNumber=99', isStreamed: false },
  { path: 'RawData/46307', isStreamed: false },
  { path: 'RawData/46308', isStreamed: false },
  { path: 'CoastalFeatures/1', isStreamed: false },
  { path: `RawData?${centre}&rangeInM=50000`, isStreamed: false },
  { path: `CoastalFeatures?${centre}&rangeInM=50000&pageNumber=2&sortOrder=asc`, isStreamed: false },
  { path: `RawData?${centre}&searchStyle=Nearest`, isStreamed: false },
  { path: 'CoastalFeatures?latitude=60&longitude=0&searchStyle=Nearest&rangeInM=1', isStreamed: false },
];
