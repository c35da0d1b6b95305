// A mutation that a second click does not repeat: it is pending until its result is shown, for which `onSuccess`
// returns the promise of the refetch.

import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

export function useAction<Result, Variables = void>(options: UseMutationOptions<Result, Error, Variables>) {
  const mutation = useMutation(options)
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
