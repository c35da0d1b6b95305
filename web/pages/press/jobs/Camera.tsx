// Scanning by the camera of a phone or a tablet, beside a field for a scanner: a button in the field, and below it the
// picture of the camera, until it is closed.

import { ActionIcon } from '@mantine/core'
import { Camera } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../language.ts'

const CameraPanel = lazy(() => import('./CameraPanel.tsx').then(({ CameraPanel }) => ({ default: CameraPanel })))

/** Only where a browser lets a page have a camera: over https, and on the machine itself. */
const hasCamera = () => navigator.mediaDevices?.getUserMedia !== undefined

/** `read` gets each barcode once. */
export function useCamera(read: (code: string) => void) {
  const [isOpen, setOpen] = useState(false)
  const [forgotten, setForgotten] = useState(0)
  const close = () => setOpen(false)
  return {
    isOpen,
    /** The last barcode may be read again. */
    forget: () => setForgotten(count => count + 1),
    button: hasCamera() ? (
      <ActionIcon
        size={44}
        variant="subtle"
        aria-label={t('Scan by camera')}
        title={t('Scan by camera')}
        aria-pressed={isOpen}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        <Camera size={22} />
      </ActionIcon>
    ) : undefined,
    panel: isOpen ? (
      <Suspense>
        <CameraPanel forgotten={forgotten} read={read} close={close} />
      </Suspense>
    ) : null,
  }
}
