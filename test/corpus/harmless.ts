// Good files that look odd: they have few findings or none.

import { PDFDocument } from '@cantoo/pdf-lib'
import { withImage } from './drawing.ts'
import { coverSize } from './sizes.ts'
import { helvetica, specimensOf } from './specimen.ts'
import { boxesFor, plainContent, writeBook } from './write.ts'

export const harmless = specimensOf(add => {
  add('good', () => writeBook(), [])
  add('good cover', () => writeBook(coverSize), [], { as: 'cover' })
  add('0.015 inches off', () => writeBook({ width: 451, height: 667 }), [])
  add(
    'reversed boxes',
    () => writeBook({ boxes: () => '/MediaBox [450 666 0 0] /BleedBox [450 666 0 0] /TrimBox [441 657 9 9]' }),
    [],
  )
  add(
    'negative boxes',
    () =>
      writeBook({
        boxes: () => '/MediaBox [-9 -9 441 657] /BleedBox [-9 -9 441 657] /TrimBox [0 0 432 648]',
        content: '0 0 0 0.8 k -9 -9 200 300 re f',
      }),
    [],
  )
  add('boxes that are inherited', () => writeBook({ boxes: () => '', tree: boxesFor(450, 666) }), ['trim_box_set'])
  add('lying boxes that Rotate sets upright', () => writeBook({ boxes: () => `${boxesFor(666, 450)} /Rotate 90` }), [])
  add('Rotate of -270', () => writeBook({ boxes: () => `${boxesFor(666, 450)} /Rotate -270` }), [])
  add(
    'hidden layer in RGB',
    () =>
      writeBook({
        catalog: '/OCProperties << /OCGs [4 0 R] /D << /OFF [4 0 R] >> >>',
        objects: ['<< /Type /OCG /Name (proof) >>'],
        resources: '/Properties << /L 4 0 R >>',
        content: `${plainContent} /OC /L BDC 1 0 0 rg 0 0 9 9 re f EMC`,
      }),
    [],
  )
  add(
    'text that is not seen in a font that is not there',
    () =>
      writeBook({
        objects: [helvetica],
        resources: '/Font << /F 4 0 R >>',
        content: `${plainContent} BT 3 Tr /F 12 Tf (scan) Tj ET`,
      }),
    [],
  )
  add(
    'font of drawn letters',
    () =>
      writeBook({
        objects: [
          '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << >> /Encoding << >> /FirstChar 0 /LastChar 0 /Widths [1] >>',
        ],
        resources: '/Font << /F 4 0 R >>',
        content: `${plainContent} BT /F 12 Tf (a) Tj ET`,
      }),
    [],
  )
  add('a fill of one pixel', () => withImage({ width: 1, height: 1, colors: 4, inches: 5 }), [])
  add('index as a stream', async () => (await PDFDocument.load(writeBook())).save({ useObjectStreams: true }), [])
  add(
    'claims PDF/X',
    () =>
      writeBook({
        catalog: '/OutputIntents [<< /Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier (CGATS TR 001) >>]',
        objects: ['<< /GTS_PDFXVersion (PDF/X-1a:2001) >>'],
        trailer: '/Info 4 0 R',
      }),
    ['pdfx_claimed'],
  )
  add(
    'claims PDF/X-4 in its metadata',
    () =>
      writeBook({
        catalog: '/Metadata 4 0 R',
        objects: [
          {
            dict: '/Type /Metadata /Subtype /XML',
            bytes: '<x><pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion></x>',
          },
        ],
      }),
    ['pdfx_false'],
  )
})
