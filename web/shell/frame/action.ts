// A mutation that a second click does not repeat: it is pending until its result is shown.
//
//   const remove = useAction({
//     mutationFn: ({ keyId }: Key) => api.DELETE('/staff/keys/{keyId}', { params: { path: { keyId } } }),
//     refetch: ['staff', 'keys'],
//     done: (_nothing, { label }) => t('{key} revoked', { key: label }),
//     failed: t('The key was not revoked'),
//   })

import { type QueryKey, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { showFailure, showToast } from '../../components/feedback/toast.ts'

type Options<Result, Variables> = UseMutationOptions<Result, Error, Variables> & {
  /** The queries whose results a success changes. They are read again before anything is said. */
  refetch?: QueryKey
  /** The message of a success. */
  done?: string | ((result: Result, variables: Variables) => string)
  /** The title of the message about a failure; absent where the screen shows the failure. */
  failed?: string
  /** Closes the dialog of the action. */
  close?: () => void
}

export function useAction<Result, Variables = void>({
  refetch,
  done,
  failed,
  close,
  ...options
}: Options<Result, Variables>) {
  const queries = useQueryClient()
  const mutation = useMutation({
    ...(failed === undefined ? {} : { onError: showFailure(failed) }),
    ...options,
    async onSuccess(result, variables, ...rest) {
      await options.onSuccess?.(result, variables, ...rest)
      if (refetch !== undefined) await queries.invalidateQueries({ queryKey: refetch })
      if (done !== undefined) showToast(typeof done === 'string' ? done : done(result, variables))
      close?.()
    },
  })
  // A double click is faster than the rendering of the busy button.
  const isRunning = useRef(false)
  const mutate = (variables: Variables) => {
    if (isRunning.current) return
    isRunning.current = true
    mutation.mutate(variables, {
      onSettled() {
        isRunning.current = false
      },
    })
  }
  return { ...mutation, mutate }
}
