// The data that the press desk keeps in this browser.

import { createStore, type UseStore } from 'idb-keyval'

const opened = createStore('octavo-press', 'kept')

/** A browser that is set to store nothing throws instead of rejecting. */
export const store: UseStore = async (mode, callback) => opened(mode, callback)
