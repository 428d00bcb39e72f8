/** The smallest of 1, 2, 5, 10, 20, 50 … that is not below the largest count. */
export function roundTop(largest: number): number {
  let power = 1;
  while (power * 10 < largest) power *= 10;
  return [1, 2, 5, 10].map((factor) => factor * power).find((top) => top >= largest) ?? power * 10;
}

/** While things move, the axis keeps its top until bars would leave it or shrink below this part of it. */
const leastFilled = 0.2;

/** The top of the axis after another histogram: fitted once things stand still, calm while they move. */
export function nextTop(before: number, largest: number, isSettled: boolean): number {
  const fitted = roundTop(largest);
  return isSettled || fitted > before || largest < before * leastFilled ? fitted : before;
}

/** Two or three round counts from 0 to the top, a top of `roundTop`. */
export function countTicks(top: number): readonly number[] {
  return Number.isInteger(top / 2) ? [0, top / 2, top] : [0, top];
}

export interface YearTick {
  /** The month in which the year begins. */
  readonly month: number;
  readonly year: number;
}

/** Years between labels that stand apart at least so far. */
export function yearStep(pixelsInYear: number, leastPixels: number): number {
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
  return steps.find((years) => years * pixelsInYear >= leastPixels) ?? 1000;
}

/** The starts of years between two months, the end exclusive; only years that the step divides. */
export function yearTicks(firstMonth: number, endMonth: number, step: number): readonly YearTick[] {
  const ticks: YearTick[] = [];
  for (let year = Math.ceil(firstMonth / 12 / step) * step; year * 12 < endMonth; year += step) {
    ticks.push({ month: year * 12, year });
  }
  return ticks;
}
