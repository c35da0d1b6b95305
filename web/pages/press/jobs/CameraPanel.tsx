// The picture of the camera while it reads barcodes. Loaded when it is opened.

import { Alert, Button, Text } from '@mantine/core'
import { CameraOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../language.ts'
import { openBarcodeReader } from './barcodeReader.ts'
import classes from './Camera.module.css'
import { createSeenCodes, type SeenCodes } from './seenCodes.ts'

const readEveryMs = 120

/** The last barcode may be read again after each change of `forgotten`. */
type Props = { forgotten: number; read: (code: string) => void; close: () => void }

export function CameraPanel({ forgotten, read, close }: Props) {
  const [seen] = useState(createSeenCodes)
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [last, setLast] = useState<string | null>(null)
  const forgottenBefore = useRef(forgotten)
  if (forgotten !== forgottenBefore.current) {
    forgottenBefore.current = forgotten
    seen.forget()
  }
  const current = useRef({ read, close })
  current.current = { read, close }
  useEffect(() => {
    const opened = new AbortController()
    const closeHidden = () => {
      if (document.visibilityState === 'hidden') current.current.close()
    }
    document.addEventListener('visibilitychange', closeHidden)
    const onCode = (code: string) => {
      setLast(code)
      confirm()
      current.current.read(code)
    }
    scanFrom(video.current!, { seen, onCode, signal: opened.signal }).catch(error => {
      if (!opened.signal.aborted) setProblem(problemText(error))
    })
    return () => {
      document.removeEventListener('visibilitychange', closeHidden)
      opened.abort()
    }
  }, [seen])
  return (
    <section className={classes.panel} aria-label={t('Camera')}>
      {problem === null ? null : (
        <Alert color="red" role="alert" icon={<CameraOff size={18} />}>
          {problem}
        </Alert>
      )}
      <video ref={video} className={classes.video} hidden={problem !== null} muted playsInline />
      <div className={classes.foot}>
        <Text size="sm" className="wrap" role="status">
          {last === null ? t('Hold a barcode in front of the camera.') : t('Read: {code}', { code: last })}
        </Text>
        <Button size="md" variant="default" onClick={close}>
          {t('Close the camera')}
        </Button>
      </div>
    </section>
  )
}

type Scanning = { seen: SeenCodes; onCode: (code: string) => void; signal: AbortSignal }

/** Until it is aborted, which turns the camera off. */
async function scanFrom(video: HTMLVideoElement, { seen, onCode, signal }: Scanning): Promise<void> {
  const [stream, readCodes] = await Promise.all([openCamera(signal), openBarcodeReader()])
  if (signal.aborted) return
  video.srcObject = stream
  await video.play()
  while (!signal.aborted) {
    const codes = await readCodes(video)
    if (signal.aborted) return
    for (const code of seen.take(codes, performance.now())) onCode(code)
    await new Promise(resolve => setTimeout(resolve, readEveryMs))
  }
}

/** The camera at the back of a phone. */
async function openCamera(signal: AbortSignal): Promise<MediaStream> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 } },
    audio: false,
  })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop)
  return stream
}

function problemText(error: unknown): string {
  const { name } = error as { name?: string }
  if (name === 'NotAllowedError')
    return t('The camera is not allowed. Allow it for this page in the settings of the browser.')
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return t('This device has no camera.')
  return t('The camera could not be opened. Close other programs that use it, and try again.')
}

/** As a scanner does it: a short tone, and on a phone a tap in the hand. */
function confirm(): void {
  navigator.vibrate?.(60)
  const context = new AudioContext()
  const tone = context.createOscillator()
  const volume = context.createGain()
  tone.frequency.value = 1800
  volume.gain.value = 0.1
  tone.connect(volume).connect(context.destination)
  tone.start()
  tone.stop(context.currentTime + 0.08)
  tone.onended = () => void context.close()
}
