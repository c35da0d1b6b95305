// What a printer's system sends by itself, over HTTP, in the words of its protocol. One route takes it for all printers; the
// adapter proves the sender, translates, and words the answer.

import type { Verdict } from './messages.ts'
import type { Told } from './printer.ts'

/** A post as it came; the adapter looks at nothing else. Header names are lower case. */
export type Post = { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer; now: Date }

/** What became of one message; null when the printer was never given that job. */
export type Ruling = { verdict: Verdict; why: string | null; incomplete: boolean } | null

export type Reply = { status: number; contentType: string; body: string }

/** `wordless`: proven, and nothing in it is about a job. */
export type Received =
  | { kind: 'unproven'; reply: Reply }
  | { kind: 'unreadable'; reply: Reply }
  | { kind: 'wordless'; reply: Reply }
  | { kind: 'said'; said: { jobId: string; told: Told }[]; answer(rulings: Ruling[]): Reply }

export type Inbox = { receive(post: Post): Received }
