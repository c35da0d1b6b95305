import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Carrier, carrierOf, trackingLink, trackingNumberIn } from './carriers.ts'
import { completeParcels, mergeParcels } from './parcels.ts'

// Numbers that carriers and similar libraries publish as examples.
const examples: [Carrier, string[]][] = [
  [
    'UPS',
    ['1Z5R89390357567127', '1Z879E930346834440', '1Z410E7W0392751591', '1z8v92a70367203024', '1ZXX3150YW44070023'],
  ],
  [
    'USPS',
    [
      '0307 1790 0005 2348 3741',
      '7112 3456 7891 2345 6787',
      '420 22153 9101026837331000039521',
      '4201002334249200190132607600833457',
      '9505 5110 6960 5048 6006 24',
      '9400 1112 0108 0805 4830 16',
      '92748931507708513018050063',
      'RB123456785US',
    ],
  ],
  [
    'FedEx',
    ['986578788855', '477179081230', '799531274483', '0414 4176 0228 964', '568283610012000', '9611020987654312345672'],
  ],
  ['DHL', ['3318810025', '8487135506', '1099255990', 'JJD0099999999', 'JVGL0999999990']],
  ['Canada Post', ['0073938000549297', 'RB123456785CA']],
]

describe('a carrier', () => {
  for (const [carrier, numbers] of examples) {
    for (const number of numbers) {
      it(`${carrier} is recognized by ${number}`, () => assert.equal(carrierOf(number), carrier))
    }
  }

  const unrecognized = [
    ['', 'nothing'],
    ['1Z5R89390357567128', 'a UPS number with a wrong check digit'],
    ['0307 1790 0005 2348 3742', 'a USPS number with a wrong check digit'],
    ['996578788855', 'a FedEx number with a wrong check digit'],
    ['568283610012732', 'a FedEx Ground number with a wrong check digit'],
    ['3318810010', 'a DHL number with a wrong check digit'],
    ['0073938000549292', 'a Canada Post number with a wrong check digit'],
    ['RB123456784CA', 'a postal number with a wrong check digit'],
    ['RB123456785GB', 'a foreign post'],
    ['SIM000000000000001', 'a number of the simulator'],
    ['1Z999', 'too short a number'],
    ['9261292700768711948021', 'a number of FedEx SmartPost, which the USPS delivers'],
    ['1001901781990001000300617767839438', 'a barcode of FedEx with a wrong check digit'],
  ]
  for (const [number, what] of unrecognized) {
    it(`a carrier is not recognized from ${what}`, () => assert.equal(carrierOf(number!), ''))
  }
})

/** The separators of a MaxiCode. Some scanners leave them out. */
const [gs, rs, eot] = ['\u001d', '\u001e', '\u0004']

describe('the barcode of a label', () => {
  for (const [carrier, barcode, number] of [
    ['FedEx', '1001921334250001000300779017972697', '779017972697'],
    ['FedEx', '9622001900000000000000776632517510', '776632517510'],
    ['FedEx', '96 32001560123456789900794808390594', '794808390594'],
    ['FedEx', '10012345678901237790179726970123', '779017972697'],
    ['FedEx', '9611020987654312345672', '987654312345672'],
    ['USPS', '420221539101026837331000039521', '9101026837331000039521'],
    ['USPS', '4201002334249200190132607600833457', '9200190132607600833457'],
    ['USPS', '4201460492748931507708513018050063', '92748931507708513018050063'],
    ['UPS', '1Z5R89390357567127', '1Z5R89390357567127'],
    [
      'UPS',
      `[)>${rs}01${gs}96841706672${gs}840${gs}003${gs}1Z46834440${gs}UPSN${gs}879E93${gs}089${gs}`,
      '1Z879E930346834440',
    ],
    ['UPS', '[)>0196146040000840003' + '1Z92751591UPSN410E7W', '1Z410E7W0392751591'],
    ['', `[)>${rs}01${gs}96841706672${gs}840${gs}003${gs}1Z46834441${gs}UPSN${gs}879E93`, ''],
    ['USPS', `${gs}420221539101026837331000039521`, '9101026837331000039521'],
    ['USPS', `42022153${gs}9101026837331000039521${gs}`, '9101026837331000039521'],
    ['', `${gs}PIGEON 12-34${eot}`, 'PIGEON 12-34'],
    ['', `[)>${rs}06${gs}SPIGEON12${gs}Q1${rs}${eot}`, ''],
    ['', 'PIGEON 12-34', 'PIGEON 12-34'],
  ] as const) {
    it(`${JSON.stringify(barcode)} holds ${number || 'no number'}`, () => {
      assert.deepEqual([carrierOf(barcode), trackingNumberIn(barcode)], [carrier, number])
    })
  }

  it('a parcel that was scanned has the number of its carrier, and a link that finds it', () => {
    const scanned = '1001921334250001000300779017972697'
    const packages = [{ trackingNumber: scanned, altTrackingNumber: '', trackingUrl: '' }]
    for (const carrier of ['', 'fedex ground']) {
      assert.deepEqual(completeParcels([{ masterTrackingNumber: scanned, carrier, packages }]), [
        {
          masterTrackingNumber: '779017972697',
          carrier: carrier || 'FedEx',
          packages: [
            {
              trackingNumber: '779017972697',
              altTrackingNumber: '',
              trackingUrl: 'https://www.fedex.com/fedextrack/?trknbr=779017972697',
            },
          ],
        },
      ])
    }
  })
})

describe('a tracking link', () => {
  const links: [string, string, string][] = [
    ['UPS', '1Z879E930346834440', 'https://www.ups.com/track?tracknum=1Z879E930346834440'],
    ['ups ground', '1z879e930346834440', 'https://www.ups.com/track?tracknum=1Z879E930346834440'],
    [
      'USPS',
      '9400 1112 0108 0805 4830 16',
      'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400111201080805483016',
    ],
    ['FEDEX_HOME', '986578788855', 'https://www.fedex.com/fedextrack/?trknbr=986578788855'],
    ['DHL Express', '3318810025', 'https://www.dhl.com/en/express/tracking.html?brand=DHL&AWB=3318810025'],
    [
      'CanadaPost',
      '0073938000549297',
      'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=0073938000549297',
    ],
    ['Pigeon Post', '986578788855', ''],
    ['UPS', '', ''],
    ['UPS', '1Z"><script>', ''],
  ]
  for (const [carrier, number, link] of links) {
    it(`a tracking link of ${carrier} for ${JSON.stringify(number)} is ${link === '' ? 'not made' : link}`, () =>
      assert.equal(trackingLink(carrier, number), link))
  }
})

describe('parcels', () => {
  const parcel = (trackingNumber: string, trackingUrl = '') => ({ trackingNumber, altTrackingNumber: '', trackingUrl })

  it('parcels get the carrier and the link of their number, and keep the values of the printer', () => {
    const message = [
      {
        masterTrackingNumber: '',
        carrier: '',
        packages: [parcel('1Z879E930346834440'), parcel('X', 'https://own.example')],
      },
      { masterTrackingNumber: '986578788855', carrier: 'Van', packages: [parcel('986578788855')] },
    ]
    assert.deepEqual(completeParcels(message), [
      {
        masterTrackingNumber: '',
        carrier: 'UPS',
        packages: [
          parcel('1Z879E930346834440', 'https://www.ups.com/track?tracknum=1Z879E930346834440'),
          parcel('X', 'https://own.example'),
        ],
      },
      message[1],
    ])
    assert.deepEqual(
      completeParcels(completeParcels(message)),
      completeParcels(message),
      'a second time changes nothing',
    )
  })

  it('parcels that come in parts are merged under their master number, each of them once', () => {
    const first = [{ masterTrackingNumber: 'M', carrier: 'UPS', packages: [parcel('A')] }]
    const second = [{ masterTrackingNumber: 'M', carrier: 'UPS', packages: [parcel('A'), parcel('B')] }]
    const third = [{ masterTrackingNumber: 'N', carrier: 'UPS', packages: [parcel('C')] }]
    assert.deepEqual(mergeParcels(mergeParcels(first, second), third), [
      { masterTrackingNumber: 'M', carrier: 'UPS', packages: [parcel('A'), parcel('B')] },
      third[0],
    ])
  })
})
