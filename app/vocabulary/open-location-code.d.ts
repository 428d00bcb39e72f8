/** The part that `plus-codes.ts` uses of Google's library for Plus Codes, which has no types of its own. */
declare module 'open-location-code' {
  export class OpenLocationCode {
    isFull(code: string): boolean;
    isShort(code: string): boolean;
    /** Throws for a code that is not full. */
    decode(code: string): { readonly latitudeCenter: number; readonly longitudeCenter: number };
    encode(latitude: number, longitude: number): string;
    recoverNearest(shortCode: string, latitude: number, longitude: number): string;
  }
}
