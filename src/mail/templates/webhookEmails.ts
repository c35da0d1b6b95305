// Emails about webhooks that do not arrive.

import { button, type EmailContent, emailBody, line } from '../emailBody.ts'

type FailingWebhookDetails = {
  accountName: string
  since: Date
  url: string
  at: Date
  responseStatus: number | null
  failure: string
  webhooksUrl: string
}

export const webhooksFailing = ({ accountName, since, url, at, ...last }: FailingWebhookDetails): EmailContent => {
  const host = URL.parse(url)?.host ?? url
  return {
    subject: 'We can’t reach your webhook endpoint',
    body: emailBody(
      accountName,
      line`We have not been able to deliver webhooks of your production orders to ${host} since ${since} or earlier. At the last attempt, on ${at}, ${failureReason(last)}.`,
      'Your orders are not affected. We retry each webhook for about three days, at growing intervals, and then give it up.',
      'The dashboard shows each request with its response. You can resend webhooks there.',
      button('See your webhooks', last.webhooksUrl),
      'Your program can also read all events, in order, from GET /events.',
      'We will not email you about this again in the next 24 hours.',
    ),
  }
}

const failureReason = ({
  responseStatus,
  failure,
}: Pick<FailingWebhookDetails, 'responseStatus' | 'failure'>): string =>
  responseStatus === null
    ? (failures[failure] ?? 'we could not send the request')
    : `the endpoint answered with ${responseStatus}${responseStatus >= 300 && responseStatus < 400 ? ', and we do not follow redirects' : ''}`

const failures: Record<string, string> = {
  timeout: 'the endpoint did not answer in time',
  connect_failed: 'the endpoint refused the connection',
  dns_failed: 'the host name could not be found',
  tls_failed: 'the TLS certificate was not valid',
  url_blocked: 'the address is not a public address',
  bad_answer: 'the response was not valid HTTP',
}
