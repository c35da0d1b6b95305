// Schemas are compiled into validators (validate.ts) and serializers (serialize.ts) when the server is built.

/**
 * A compiler of schemas that compiles equal ones once: many routes have the same, and every route may answer a problem.
 */
export function compiledOnce<Compiled>(compile: (schema: object) => Compiled): (schema: object) => Compiled {
  const compiled = new Map<string, Compiled>()
  return schema => compiled.getOrInsertComputed(JSON.stringify(schema), () => compile(schema))
}
