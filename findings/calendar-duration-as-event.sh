#!/usr/bin/env bash
# node-ical 0.26.1: a property of the calendar that has a parameter becomes an entry of its own
# beside the events, under its name in lower case. The same property without a parameter stays
# within the entry "vcalendar". RFC 7986 requires the parameter for REFRESH-INTERVAL (its value has
# no default type), so whoever reads each entry as an event meets one without type, UID and dates.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent node-ical@0.26.1
cat > calendar.ics <<'ICS'
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Calendar//EN
REFRESH-INTERVAL;VALUE=DURATION:PT1H
X-PUBLISHED-TTL:PT1H
BEGIN:VEVENT
UID:1@calendar.example
DTSTAMP:20260101T000000Z
DTSTART;VALUE=DATE:20260612
DTEND;VALUE=DATE:20260615
SUMMARY:Away
END:VEVENT
END:VCALENDAR
ICS
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs'
import ical from 'node-ical'
const text = readFileSync('calendar.ics', 'utf8').replaceAll('\n', '\r\n')
const seen = Object.entries(ical.sync.parseICS(text)).map(([key, entry]) => `${key}: ${entry.type}`)
console.log(seen.join('\n'))
const expected = ['refresh-interval: undefined', '1@calendar.example: VEVENT', 'vcalendar: VCALENDAR']
if (seen.join() !== expected.join()) throw new Error('node-ical reads the calendar in another way now')
JS
node read.mjs
