// What a webhook says. How it is signed is in base/signature.ts.

/** The body of a webhook around `data`, which is JSON already. */
export function webhookBody({ kind, at, number }: { kind: string; at: Date; number: number }, data: string): string {
  return `{"type":${JSON.stringify(kind)},"timestamp":"${at.toISOString()}","sequence":${number},"data":${data}}`
}
