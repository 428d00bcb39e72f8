/** The box of degrees that the data covers: the coast of Western Australia with what lies off it. */
export const regionOfData = { west: 105, south: -38, east: 130, north: -10 } as const;
