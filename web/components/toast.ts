// Short messages about what has just happened. Failures stay until they are closed.

import { notifications } from '@mantine/notifications'
import { adviceOf } from './Failure.tsx'

const closeButtonProps = { 'aria-label': 'Close' }

export const said = (message: string) => notifications.show({ message, closeButtonProps })

export const failed = (title: string) => (error: unknown) => refused(title, adviceOf(error))

/** A correct answer that is not good news. Returns what `unsay` takes back. */
export const refused = (title: string, message: string) =>
  notifications.show({ title, message, color: 'red', autoClose: false, closeButtonProps })

/** A message that is no longer true. */
export const unsay = (id: string) => notifications.hide(id)
