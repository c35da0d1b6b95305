// Compiles the serializers of answers.

import fastJsonStringify from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import { Problem } from '../objects/common.ts'
import { compileOnce } from './compileOnce.ts'

const compile = compileOnce(schema => fastJsonStringify(schema, { schema: { Problem } }))

export const compileSerializer: FastifySerializerCompiler<object> = ({ schema }) => {
  const compiled = compile(schema)
  return value => compiled()(value)
}
