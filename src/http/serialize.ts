// Compiles what writes answers.

import fastJsonStringify from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import { compiledOnce } from './compiledOnce.ts'
import { Problem } from './schemas.ts'

const compile = compiledOnce(schema => fastJsonStringify(schema, { schema: { Problem } }))

export const compileSerializer: FastifySerializerCompiler<object> = ({ schema }) => compile(schema)
