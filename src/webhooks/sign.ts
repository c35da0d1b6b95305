// The body of a webhook. base/signature.ts signs it.

/** The body around `data`, which is already JSON; `at` is in ISO 8601. */
export function webhookBody({ kind, at, number }: { kind: string; at: string; number: number }, data: string): string {
  return `{"type":${JSON.stringify(kind)},"timestamp":"${at}","sequence":${number},"data":${data}}`
}
