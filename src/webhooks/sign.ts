// What a webhook says. How it is signed is in base/signature.ts.

/** The body of a webhook around `data`, which is JSON already; `at` is in ISO 8601. */
export function webhookBody({ kind, at, number }: { kind: string; at: string; number: number }, data: string): string {
  return `{"type":${JSON.stringify(kind)},"timestamp":"${at}","sequence":${number},"data":${data}}`
}
