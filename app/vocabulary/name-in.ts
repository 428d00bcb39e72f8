/**
 * The name that a list gives to a key, undefined when it has none. Keys come from data and addresses, and may be called
 * like what every object has: `constructor`, `__proto__`.
 */
export function nameIn<Value>(names: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(names, key) ? names[key] : undefined;
}
