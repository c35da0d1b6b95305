import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answerLanguage, inLanguage, pageLanguage } from './pageLanguage.ts'

const page = `<html lang="en"><head><script type="module" data-language="de" src="/assets/de-1.js" nonce=""></script>
<script type="module" src="/assets/dashboard-1.js"></script></head></html>`

describe('the language of a page', () => {
  it('a page is in the language that the browser chose, or else prefers', () => {
    const languageOf = (accepted: string, cookie = '') => pageLanguage({ 'accept-language': accepted, cookie })
    assert.equal(languageOf('de-CH,de;q=0.9,en;q=0.8'), 'de')
    assert.equal(languageOf('fr, en;q=0.5, de;q=0.7'), 'de')
    assert.equal(languageOf('de;q=0, en'), 'en')
    assert.equal(languageOf('de;q=x'), 'en')
    assert.equal(languageOf('fr'), 'en')
    assert.equal(languageOf('de', 'a=b; octavo-language=en'), 'en')
    assert.equal(languageOf('de', 'octavo-language=xx'), 'de')
    assert.equal(pageLanguage({}), 'en')
  })

  it('a program gets English answers, whatever it prefers', () => {
    assert.equal(answerLanguage({ 'accept-language': 'de' }), 'de')
    assert.equal(answerLanguage({ 'accept-language': 'de', authorization: 'a key' }), 'en')
    assert.equal(answerLanguage({ 'accept-language': 'en', cookie: 'octavo-language=de' }), 'en')
  })

  it('a page has the catalog of its language only', () => {
    assert.match(inLanguage(page, 'de'), /<html lang="de">.*de-1\.js.*dashboard-1\.js/s)
    assert.match(inLanguage(page, 'en'), /<html lang="en">.*dashboard-1\.js/s)
    assert.doesNotMatch(inLanguage(page, 'en'), /de-1\.js/)
  })
})
