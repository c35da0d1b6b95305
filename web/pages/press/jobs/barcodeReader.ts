// Reads barcodes in the picture of a camera: by the browser where it can, and otherwise by ZXing, which is loaded only
// then, from our own files.

/** The formats of tickets and of carriers' labels. */
const nativeFormats = ['data_matrix', 'code_128', 'code_39', 'itf']
const zxingFormats = ['DataMatrix', 'Code128', 'Code39', 'ITF'] as const
/** Enough for the longest barcode of a ticket, and read several times a second by a phone. */
const maxWidth = 1280
/** A ticket has several barcodes, and so does a label. */
const maxSymbols = 8

export type BarcodeReader = (video: HTMLVideoElement) => Promise<string[]>

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

export async function openBarcodeReader(): Promise<BarcodeReader> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (BarcodeDetector === undefined || !nativeFormats.every(format => formats.includes(format))) return openZxing()
  const detector = new BarcodeDetector({ formats: nativeFormats })
  return async video => (await detector.detect(video)).map(({ rawValue }) => withoutControls(rawValue))
}

async function openZxing(): Promise<BarcodeReader> {
  const [{ prepareZXingModule, readBarcodes }, { default: program }] = await Promise.all([
    import('zxing-wasm/reader'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ])
  await prepareZXingModule({ overrides: { locateFile: () => program }, fireImmediately: true })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async video => {
    const scale = Math.min(1, maxWidth / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    if (context === null || canvas.width === 0) return []
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const found = await readBarcodes(context.getImageData(0, 0, canvas.width, canvas.height), {
      formats: [...zxingFormats],
      maxNumberOfSymbols: maxSymbols,
      textMode: 'Plain',
    })
    return found.filter(({ isValid }) => isValid).map(({ text }) => withoutControls(text))
  }
}

/** Labels separate their fields by control characters. */
const withoutControls = (text: string) => text.replaceAll(/\p{Cc}/gu, '').trim()
