// Short messages about what has just happened. Failures stay until they are closed.

import { notifications } from '@mantine/notifications'
import { errorText } from './Failure.tsx'

export const showToast = (message: string) => notifications.show({ message })

export const showFailure = (title: string) => (error: unknown) => showRefusal(title, errorText(error))

/** For a valid response that reports a failure, such as a declined payment. Returns an id for `hideToast`. */
export const showRefusal = (title: string, message: string) =>
  notifications.show({ title, message, color: 'red', autoClose: false })

/** Removes a message that is no longer true. */
export const hideToast = (id: string) => notifications.hide(id)
