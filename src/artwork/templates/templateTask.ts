// The work of a child with one template: it answers the file. Libraries are loaded only for the formats that need them,
// so that a picture with few lines does not wait for them.

import type { TaskInput } from '../../base/guarded/guard.ts'
import { drawTemplate, loadPdf, type TemplateRequest } from './draw.ts'

export const prepare = (request: TemplateRequest | null): Promise<unknown> =>
  Promise.all([
    request === null || request.as === 'pdf' ? loadPdf() : null,
    request === null || hasBarcode(request) ? import('bwip-js/node') : null,
    request?.as === 'png' ? import('sharp') : null,
  ])

const hasBarcode = ({ of, plan }: TemplateRequest) => of === 'cover' && plan.isbn !== null

export const run = (request: TemplateRequest, _: TaskInput): Promise<Uint8Array> => drawTemplate(request)
