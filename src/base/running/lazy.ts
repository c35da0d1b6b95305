/** Makes a value at the first call, and returns it at every call. */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= make()
    return value
  }
}
