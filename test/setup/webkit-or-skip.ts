import { beforeEach, inject } from 'vitest'

beforeEach(({ skip }) => {
  skip(inject('webkit') === null, 'There is no WebKit.')
})
