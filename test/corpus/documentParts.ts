// What a file contains besides page content.

import { specimensOf } from './specimen.ts'
import { writeBook } from './write.ts'

export const documentParts = specimensOf(add => {
  // What is in a file beside its pages.
  add(
    'link',
    () =>
      writeBook({
        objects: ['<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.com) >> >>'],
        page: page => (page === 2 ? '/Annots [4 0 R]' : ''),
      }),
    ['annotations'],
  )
  add(
    'form field',
    () => writeBook({ catalog: '/AcroForm << /Fields [4 0 R] >>', objects: ['<< /FT /Tx /T (name) >>'] }),
    ['form_fields'],
  )
  add('XFA', () => writeBook({ catalog: '/AcroForm << /Fields [] /XFA (x) >>' }), ['form_xfa'])
  add('script at opening', () => writeBook({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }), [
    'scripts',
  ])
  add(
    'script by name',
    () =>
      writeBook({
        catalog: '/Names << /JavaScript << /Names [(a) 4 0 R] >> >>',
        objects: ['<< /S /JavaScript /JS (x) >>'],
      }),
    ['scripts'],
  )
  add('script of a page', () => writeBook({ page: () => '/AA << /O << /S /JavaScript /JS (x) >> >>' }), ['scripts'])
  add('program that is started', () => writeBook({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }), ['actions'])
  add(
    'attachment',
    () =>
      writeBook({
        catalog: '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>',
        objects: ['<< /Type /Filespec /F (a.exe) >>'],
      }),
    ['attachments'],
  )
})
