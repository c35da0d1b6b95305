// Short messages about what has just happened. Failures stay until they are closed.

import { notifications } from '@mantine/notifications'
import { adviceOf } from './Failure.tsx'

const closeButtonProps = { 'aria-label': 'Close' }

export const said = (message: string) => notifications.show({ message, closeButtonProps })

export const failed = (title: string) => (error: unknown) => refused(title, adviceOf(error))

/** A correct answer that is not good news. */
export const refused = (title: string, message: string) =>
  notifications.show({ title, message, color: 'red', autoClose: false, closeButtonProps })
