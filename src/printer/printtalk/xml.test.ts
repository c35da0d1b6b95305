import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attribute, children, documentIn, rootIn, textOf } from './xml.ts'

describe('a reference in XML', () => {
  const cases: [written: string, read: string][] = [
    ['caf&#233; &#x2014;', 'café —'],
    ['a&#10;b', 'a\nb'],
    ['&#x1F4D6;', '\u{1f4d6}'],
    ['&amp;&lt;&gt;&quot;&apos;', `&<>"'`],
    ['&amp;#233; &amp;lt;', '&#233; &lt;'],
    // What XML cannot hold, or names nothing here, stays as it is written.
    ['&#0;&#8;&#xD800;&#x110000;&#xFFFE;', '&#0;&#8;&#xD800;&#x110000;&#xFFFE;'],
    ['&eacute;&nbsp;&__proto__;', '&eacute;&nbsp;&__proto__;'],
  ]
  for (const [written, read] of cases) {
    it(`${written} is read as ${JSON.stringify(read)}`, () => {
      const [element] = children(rootIn(`<a b="${written}">${written}</a>`), 'a')
      assert.equal(attribute(element, 'b'), read)
      assert.equal(textOf(element), read)
    })
  }

  it('is none where text is meant as it is written', () => {
    assert.equal(textOf(children(rootIn('<a><![CDATA[caf&#233; &amp; tea]]></a>'), 'a')[0]), 'caf&#233; &amp; tea')
  })
})

describe('a document', () => {
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a b="café"/>`
  const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

  const read: [what: string, Buffer][] = [
    ['without a word about it', Buffer.from('<a b="café"/>')],
    ['in UTF-8', Buffer.from(declared('UTF-8'))],
    ['in UTF-8 with a mark', Buffer.from(`\ufeff${declared('utf-8')}`)],
    ['in ISO-8859-1', Buffer.from(declared('ISO-8859-1'), 'latin1')],
    ['in UTF-16', Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le')],
    ['in UTF-16 from its other end', utf16be(`\ufeff${declared('UTF-16')}`)],
    ['in UTF-8 that says UTF-16', Buffer.from(declared('utf-16'))],
    ['whose mark says another thing than its words', Buffer.from(`\ufeff${declared('ISO-8859-1')}`)],
  ]
  for (const [what, bytes] of read) {
    it(`${what} is read`, () => {
      const document = documentIn(bytes)
      assert.ok('root' in document, JSON.stringify(document))
      assert.equal(attribute(children(document.root, 'a')[0], 'b'), 'café')
    })
  }

  for (const encoding of ['EBCDIC-CP-US', 'Shift_JIS', 'KOI8-R', 'UTF-7']) {
    it(`in ${encoding} is not, and that is said`, () => {
      const problem = `The document says that it is in ${encoding}; UTF-8, ISO-8859-1 and UTF-16 are accepted.`
      assert.deepEqual(documentIn(Buffer.from(declared(encoding))), { problem })
    })
  }

  it('with a document type is not read in any encoding', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'
    for (const bytes of [Buffer.from(bomb), Buffer.from(`\ufeff${bomb}`, 'utf16le'), utf16be(`\ufeff${bomb}`)]) {
      assert.deepEqual(documentIn(bytes), { problem: 'The body is not acceptable XML.' })
    }
  })
})
