const bitsPerAxis = 20;
const cells = 2 ** bitsPerAxis;

/**
 * How far along a Hilbert curve over the whole globe a position lies: positions near each other on the curve are near
 * each other on the map. The grid is fixed (cells of about 40 m), so that a place keeps its number whatever else there
 * is. The usual bitwise construction, from the largest square down.
 */
export function hilbertNumber(longitude: number, latitude: number): number {
  let x = Math.min(cells - 1, Math.floor(((longitude + 180) / 360) * cells));
  let y = Math.min(cells - 1, Math.floor(((latitude + 90) / 180) * cells));
  let number = 0;
  for (let side = cells / 2; side >= 1; side /= 2) {
    const right = (x & side) > 0 ? 1 : 0;
    const upper = (y & side) > 0 ? 1 : 0;
    number += side * side * ((3 * right) ^ upper);
    if (upper === 0) {
      if (right === 1) {
        x = cells - 1 - x;
        y = cells - 1 - y;
      }
      [x, y] = [y, x];
    }
  }
  return number;
}
