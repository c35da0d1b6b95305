// Emails about webhooks that do not arrive.

import { button, type EmailTime, template, type Words } from '../template.ts'

type Failing = {
  accountName: string
  since: EmailTime
  host: string
  at: EmailTime
  responseStatus: number | null
  failure: string
  webhooksUrl: string
}

export const webhookEmails = {
  webhooks_failing: template<Failing>({
    group: 'account',
    subject: 'We can’t reach your webhook endpoint',
    opening:
      'We have not been able to deliver webhooks of your production orders to {host} since {since} or earlier. At the last attempt, on {time}, {reason}.',
    required: ['host', 'reason'],
    shown: (failing, words) => ({
      account: failing.accountName,
      host: failing.host,
      since: words.time(failing.since),
      time: words.time(failing.at),
      reason: reasonOf(failing, words),
    }),
    rest: ({ webhooksUrl }, { t }) => [
      t(
        'Your orders are not affected. We retry each webhook for about three days, at growing intervals, and then give it up.',
      ),
      t('The dashboard shows each request with its response. You can resend webhooks there.'),
      button(t('See your webhooks'), webhooksUrl),
      t('Your program can also read all events, in order, from the API.'),
      t('We will not email you about this again in the next 24 hours.'),
    ],
    sample: ({ accountName, at, inDays, page }) => ({
      ...{ accountName, since: at, host: 'shop.example', at: inDays(1 / 24), failure: 'timeout' },
      ...{ responseStatus: null, webhooksUrl: page('/dashboard/production/webhooks') },
    }),
  }),
}

function reasonOf({ responseStatus: status, failure }: Failing, { t }: Words): string {
  if (status === null) return failureIn(t, failure)
  return status >= 300 && status < 400
    ? t('the endpoint answered with {status}, and we do not follow redirects', { status })
    : t('the endpoint answered with {status}', { status })
}

const failureIn = (t: Words['t'], failure: string): string =>
  ({
    timeout: t('the endpoint did not answer in time'),
    connect_failed: t('the endpoint refused the connection'),
    dns_failed: t('the host name could not be found'),
    tls_failed: t('the TLS certificate was not valid'),
    url_blocked: t('the address is not a public address'),
    bad_answer: t('the response was not valid HTTP'),
  })[failure] ?? t('we could not send the request')
