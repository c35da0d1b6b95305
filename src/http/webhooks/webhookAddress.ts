// Which addresses of webhooks an installation in production refuses as soon as they are entered. The guarded client
// decides again before each connection, because a name may resolve to another address later.

import { say } from '../../../languages/texts.ts'
import type { Outbound } from '../../base/network/outbound.ts'
import type { Problem } from '../../base/refusal.ts'

const insecure = {
  url: say('url must be an https address in production.'),
  webhookUrl: 'webhookUrl must be an https address in production.',
}

/** The problem of an address of that mode in the field, if it has one. Values of other types are the schema's. */
export const webhookAddressRule =
  ({ httpsOnly, outbound }: { httpsOnly: boolean; outbound: Pick<Outbound, 'urlProblem'> }) =>
  (mode: unknown, field: 'url' | 'webhookUrl', address: unknown): Problem[] => {
    if (!httpsOnly || typeof address !== 'string' || !URL.canParse(address)) return []
    const isInsecure = mode === 'production' && !/^https:/i.test(address)
    const fault = outbound.urlProblem(address)
    const detail = isInsecure ? insecure[field] : fault && say('The address of the webhook {fault}.', { fault })
    return detail === null ? [] : [{ pointer: `/${field}`, code: 'wrong_format', detail }]
  }
