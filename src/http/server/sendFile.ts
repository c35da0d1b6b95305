// Files for download, never displayed: the end of its name says what a file is.

import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { idmlMediaType } from '../../artwork/templates/idml.ts'
import { xlsxType } from './body.ts'

const mediaTypes: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  idml: idmlMediaType,
  iif: 'text/plain; charset=utf-8',
  jpeg: 'image/jpeg',
  json: 'application/json; charset=utf-8',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  xlsx: xlsxType,
  zip: 'application/zip',
  zpl: 'application/zpl',
}

type Content = string | Buffer | Readable | AsyncIterable<string | Uint8Array>

export function sendFile(reply: FastifyReply, name: string, content: Content): FastifyReply {
  const isWhole = typeof content === 'string' || Buffer.isBuffer(content)
  return reply
    .type(mediaTypes[name.slice(name.lastIndexOf('.') + 1)]!)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(isWhole || content instanceof Readable ? content : Readable.from(content))
}
