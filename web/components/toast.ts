// Short words about what has just happened. What failed stays until it is closed.

import { notifications } from '@mantine/notifications'
import { adviceOf } from './Failure.tsx'

const closeButtonProps = { 'aria-label': 'Close' }

export const said = (message: string) => notifications.show({ message, closeButtonProps })

export const failed = (title: string) => (error: unknown) => refused(title, adviceOf(error))

/** An answer that came as it should, and is no good news. */
export const refused = (title: string, message: string) =>
  notifications.show({ title, message, color: 'red', autoClose: false, closeButtonProps })
