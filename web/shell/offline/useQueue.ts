// The queue of acts for screens, and its sending while the desk is open.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useOnline } from '../../components/feedback/online.ts'
import { type Confirmation, confirmWith } from '../../components/forms/Confirm.tsx'
import { useDialog } from '../../components/forms/Dialogs.tsx'
import { t } from '../../language.ts'
import { type SignOutSteps, sessionKey, useSession } from '../session/session.ts'
import { openQueue, type QueuedAct, readQueue, removeActs, sendAll, sendQueue, watchQueue } from './queuedActs.ts'

/** While acts wait. The return of the connection is not always noticed. */
const retryMs = 15_000
/** No act is on hold for longer. */
const maxHoldMs = 60_000

/** `others` were queued by people who have to sign in again in this browser. */
export function useQueue(): { own: QueuedAct[]; others: QueuedAct[] } {
  const acts = useSyncExternalStore(watchQueue, readQueue)
  const userId = useSession().data?.userId
  return useMemo(
    () => ({
      own: acts.filter(({ by }) => by.userId === userId),
      others: acts.filter(({ by }) => by.userId !== userId),
    }),
    [acts, userId],
  )
}

const isWaiting = ({ problem }: QueuedAct) => problem === null

/** Sends what waits: at the start, when the connection is back, and again and again. */
export function useQueueSending(): void {
  const queries = useQueryClient()
  const { userId, name } = useSession().data ?? {}
  const isOnline = useOnline()
  const waiting = useQueue().own.filter(isWaiting)
  const hasWaiting = waiting.length > 0
  const nextSendAt = Math.min(...waiting.map(({ sendAt = Number.POSITIVE_INFINITY }) => sendAt))
  useEffect(() => {
    if (userId !== undefined && name !== undefined) void openQueue({ userId, name })
  }, [userId, name])
  useEffect(() => {
    if (!hasWaiting || !isOnline) return
    const send = async () => {
      try {
        if ((await sendQueue()) > 0) await queries.invalidateQueries({ queryKey: ['press'] })
      } catch {
        // Asks the person to sign in again if that is the reason. The acts are sent after that.
        await queries.invalidateQueries({ queryKey: sessionKey })
      }
    }
    void send()
    const timer = setInterval(() => void send(), retryMs)
    const holdTimer = setTimeout(() => void send(), Math.min(nextSendAt - Date.now(), maxHoldMs))
    return () => {
      clearInterval(timer)
      clearTimeout(holdTimer)
    }
  }, [hasWaiting, isOnline, nextSendAt, queries])
}

/** The queue of a person ends when the person signs out, after a question if it is not empty. */
export function useSignOutSteps(): SignOutSteps {
  const show = useDialog()
  const userId = useSession().data?.userId
  const left = () => readQueue().filter(({ by }) => by.userId === userId)
  return {
    async mayLeave() {
      await sendAll().catch(() => {})
      const { length } = left()
      if (length === 0) return true
      return confirmWith(show)(question(length))
    },
    left: () => removeActs(left().map(({ key }) => key)),
  }
}

const question = (count: number): Confirmation => ({
  title: t('Sign out and discard {count, plural, one {# action} other {# actions}}?', { count }),
  text: t('The service has not accepted what you did. If you sign out now, it is lost.'),
  confirmLabel: t('Sign out and discard'),
  cancelLabel: t('Stay signed in'),
  danger: true,
})
