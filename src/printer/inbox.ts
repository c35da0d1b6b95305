// What a printer's system sends by itself over HTTP, in the terms of its protocol. One route serves all printers; the
// adapter authenticates the sender, translates, and words the reply.

import type { Verdict } from './messages.ts'
import type { Told } from './printer.ts'

/** A post as it came; the adapter sees nothing else. Header names are in lower case. */
export type Post = { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer; now: Date }

/** What became of one message; null when the printer was never given that job. */
export type Ruling = { verdict: Verdict; why: string | null; incomplete: boolean } | null

export type Reply = { status: number; contentType: string; body: string }

/** `unreadable` and `wordless`: authenticated, but not about a job; the first is a mistake of the sender. */
export type Received =
  | { kind: 'unproven'; reply: Reply }
  | { kind: 'unreadable'; reply: Reply }
  | { kind: 'wordless'; reply: Reply }
  | { kind: 'said'; said: { jobId: string; told: Told }[]; answer(rulings: Ruling[]): Reply }

/** Nothing outside proves the sender, but what is inside may: to look is work for somebody unknown. */
export type Sealed = { kind: 'sealed'; open(): Received }

/** Whoever is unproven has cost no more than a look at the head and a digest of the bytes. */
export type Inbox = { receive(post: Post): Received | Sealed }
