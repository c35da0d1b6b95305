// Schemas are compiled into validators (validate.ts) and serializers (serialize.ts) when the server is built.

/** Compiles equal schemas once: many routes share a schema, and every route can answer with a problem. */
export function compileOnce<Compiled>(compile: (schema: object) => Compiled): (schema: object) => Compiled {
  const compiled = new Map<string, Compiled>()
  return schema => compiled.getOrInsertComputed(JSON.stringify(schema), () => compile(schema))
}
