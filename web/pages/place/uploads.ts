// The uploads of dropped PDFs: few at a time, each can be cancelled, and none outlives the form.

import { useEffect, useRef, useState } from 'react'
import { isTemporary, uploadFile } from '../../api.ts'
import { number } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { useMode } from '../../shell/frame/mode.ts'
import { useMaxFileBytes } from '../../shell/orders/catalog.ts'
import type { DroppedFile } from './dropped.ts'

/** More would only be slower, each. */
const maxAtOnce = 2

/** `problem` is null until the upload failed; after a refusal, sending the file again would not help. */
export type Upload = { file: File; share: number; problem: string | null; isRefused: boolean }
const begun = { share: 0, problem: null, isRefused: false }

export type Uploads = {
  all: Upload[]
  add: (files: File[]) => void
  retry: (file: File) => void
  /** Also cancels it. */
  remove: (file: File) => void
}

/** A header is within the first bytes; before it may be others. */
const looksLikePdf = async (file: File): Promise<boolean> => (await file.slice(0, 1024).text()).includes('%PDF-')

const megabytes = (bytes: number) => number(Math.round(bytes / 1024 ** 2))
const tooLargeText = (size: number, max: number) =>
  t('This file has {size} MB. A print file can have at most {max} MB.', { size: megabytes(size), max: megabytes(max) })

/** `receive` takes an uploaded file, or throws why not. */
export function useUploads(receive: (file: DroppedFile) => void): Uploads {
  const mode = useMode()
  const maxBytes = useMaxFileBytes()
  const [all, setAll] = useState<Upload[]>([])
  const waiting = useRef<File[]>([])
  const running = useRef(new Map<File, AbortController>())
  useEffect(() => {
    const { current } = running
    return () => {
      waiting.current = []
      for (const controller of current.values()) controller.abort()
    }
  }, [])
  const isSending = all.some(({ problem }) => problem === null)
  useEffect(() => {
    if (!isSending) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isSending])

  const change = (file: File, changes: Partial<Upload>) =>
    setAll(all => all.map(one => (one.file === file ? { ...one, ...changes } : one)))
  const forget = (file: File) => setAll(all => all.filter(one => one.file !== file))
  const send = async (file: File) => {
    const controller = new AbortController()
    const { signal } = controller
    running.current.set(file, controller)
    try {
      if (maxBytes !== undefined && file.size > maxBytes) throw new Error(tooLargeText(file.size, maxBytes))
      if (!(await looksLikePdf(file))) throw new Error(t('This file is not a PDF.'))
      signal.throwIfAborted()
      const uploaded = await uploadFile(`/dashboard/api/${mode}/files`, file, {
        signal,
        report: share => change(file, { share }),
      })
      if (signal.aborted) return
      if (uploaded.pageCount === null) throw new Error(uploaded.problem ?? t('This file can’t be read as a PDF.'))
      receive({ ...uploaded, name: file.name })
      forget(file)
    } catch (error) {
      if (signal.aborted) return
      const problem = error instanceof Error ? error.message : String(error)
      change(file, { problem, isRefused: !isTemporary(error) })
    } finally {
      running.current.delete(file)
      sendNext()
    }
  }
  function sendNext() {
    while (running.current.size < maxAtOnce && waiting.current.length > 0) void send(waiting.current.shift()!)
  }
  const add = (files: File[]) => {
    setAll(all => [...all, ...files.map(file => ({ file, ...begun }))])
    waiting.current = [...waiting.current, ...files]
    sendNext()
  }
  return {
    all,
    add,
    retry(file) {
      change(file, begun)
      waiting.current.push(file)
      sendNext()
    },
    remove(file) {
      waiting.current = waiting.current.filter(other => other !== file)
      running.current.get(file)?.abort()
      forget(file)
    },
  }
}
