import { test } from 'vitest'

// Vitest needs one file to begin with; the runner decides on all others.
test('the runner takes over', () => {})
