// The check of uploaded files before the order, as the service checks the files of orders.

import { useQuery } from '@tanstack/react-query'
import { api, isTemporary, type RequestBody, type ResponseBody } from '../../api.ts'
import type { PrintFile } from '../../components/books/PrintFiles.tsx'
import type { DroppedFile, Part } from './dropped.ts'

type Check = ResponseBody<'/files/checks/{checkId}'>

const askAgainMs = 700
const maxUnanswered = 5

/** Null asks for no check. */
export const useFileCheck = (asked: RequestBody<'/files/check'> | null) =>
  useQuery({
    queryKey: ['check', asked],
    enabled: asked !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    async queryFn({ signal }): Promise<Check> {
      let check: Check = await api.POST('/files/check', { body: asked!, signal })
      let unanswered = 0
      while (check.status !== 'DONE') {
        await new Promise(resolve => setTimeout(resolve, askAgainMs))
        const path = { checkId: check.checkId }
        try {
          check = await api.GET('/files/checks/{checkId}', { params: { path }, signal })
          unanswered = 0
        } catch (error) {
          if (!isTemporary(error) || ++unanswered === maxUnanswered) throw error
        }
      }
      return check
    },
  })

type Sizes = Pick<DroppedFile, 'sha256' | 'bytes' | 'pageCount'>

/** The checked files as the files of products are shown. */
export const checkedFiles = (check: Check | undefined, files: Partial<Record<Part, Sizes | null>>): PrintFile[] =>
  (['cover', 'guts'] as const).flatMap(part => {
    const file = files[part]
    if (file == null) return []
    const { sha256, bytes, pageCount } = file
    const findings = check?.findings.filter(finding => finding.file === part) ?? []
    const previews = check?.previews.filter(preview => preview.file === part) ?? []
    return [{ part, source: 'upload', sha256, bytes, pageCount, uploadedAt: null, findings, previews, lines: [] }]
  })
