// A hostile site: its pages are on another origin of the same site (another port, so that cookies are sent) and on
// another site (another name), and send to the service what they can send in a real browser.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type HostileSite = AsyncDisposable & { sameSite: string; otherSite: string }

export async function startHostileSite(): Promise<HostileSite> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>You have won</title><body></body>')
  })
  await new Promise<void>(resolve => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  return {
    sameSite: `http://127.0.0.1:${port}/`,
    otherSite: `http://localhost:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

export type Target = { method: string; url: string }

/**
 * A script for a hostile page that attacks every target by all that a page has: fetch without CORS in each body type
 * that needs no leave, fetch as JSON (which the browser asks leave for first), a beacon, and a form in a hidden frame.
 * Answers which targets let the page read an answer.
 */
export const attackOn = (targets: Target[]): string => `(async () => {
  const readable = []
  const simple = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
  const body = '{"reason":"torn","decision":"accept","outcome":"payment_success","name":"Mine now"}'
  const credentials = 'include'
  for (const { method, url } of ${JSON.stringify(targets)}) {
    const asked = [fetch(url, { method, credentials, headers: { 'content-type': 'application/json' }, body })]
    const blind = []
    if (method === 'POST') {
      for (const type of simple) {
        blind.push(fetch(url, { method, mode: 'no-cors', credentials, headers: { 'content-type': type }, body }))
      }
      navigator.sendBeacon(url, new Blob([body], { type: 'text/plain' }))
      asked.push(fetch(url, { method, credentials, headers: { 'content-type': 'text/plain' }, body }))
    }
    for (const done of await Promise.allSettled(asked)) if (done.status === 'fulfilled') readable.push(method + ' ' + url)
    await Promise.allSettled(blind)
  }
  const forms = ${JSON.stringify(targets)}.filter(({ method }) => method === 'POST').map(({ url }, i) => {
    const frame = document.createElement('iframe')
    frame.name = 'frame' + i
    document.body.append(frame)
    const form = document.createElement('form')
    Object.assign(form, { method: 'POST', action: url, target: frame.name, enctype: 'text/plain' })
    const field = document.createElement('input')
    Object.assign(field, { name: '{"reason":"torn","x":"', value: '"}' })
    form.append(field)
    document.body.append(form)
    const answered = new Promise(resolve => { frame.onload = resolve })
    form.submit()
    return answered
  })
  await Promise.all(forms)
  return readable
})()`
