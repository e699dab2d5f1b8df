"""The demo server `calendar`: 12 tools for events, availability and invitations."""

from __future__ import annotations

from inspector.demo.rows import Tool, tools
from inspector.demo.schema import Schema, choice, either, flag, many, record, ref, text, whole

VERSION = "0.9.1"
INSTRUCTIONS = "Read and change calendars. Times are ISO 8601; without an offset they count in the calendar's zone."
PAGE_SIZE = 0

DEFINITIONS: dict[str, Schema] = {
    "Attendee": record(
        "",
        "email",
        email=text("E-mail address.", form="email"),
        name=text("Name shown in the invitation."),
        optional=flag("Whether the person may be absent."),
    ),
    "Moment": either(
        "A moment, or a date for events that last whole days.",
        record("", "dateTime", dateTime=text("", form="date-time"), timeZone=text("Zone, e.g. Europe/Berlin.")),
        record("", "date", date=text("", form="date")),
    ),
}

PARAMETERS: dict[str, Schema] = {
    "calendar_id": text("Id of the calendar; `primary` is your own."),
    "event_id": text("Id of the event."),
    "summary": text("Title of the event.", longest=250),
    "description": text("Notes for everyone who is invited."),
    "location": text("Place, room or link of the meeting."),
    "start": ref("Moment"),
    "end": ref("Moment"),
    "attendees": many(ref("Attendee"), "People to invite.", most=200),
    "recurrence": many(text(), 'Repetition rules as in RFC 5545, e.g. ["RRULE:FREQ=WEEKLY;COUNT=10"].'),
    "reminders": many(whole("", 0, 40320), "Minutes before the start at which to remind.", most=5),
    "time_min": text("Earliest end of the events to return.", form="date-time"),
    "time_max": text("Latest start of the events to return.", form="date-time"),
    "query": text("Words to look for in title, notes, place and attendees."),
    "max_results": whole("How many events to return at most.", 1, 2500),
    "send_updates": choice("Who is told about the change.", "all", "external", "none"),
    "scope": choice("Which events of a series are meant.", "this", "following", "all"),
    "response": choice("Your answer.", "accepted", "declined", "tentative"),
    "comment": text("Message to the organizer."),
    "people": many(text("", form="email"), "Whose calendars to look at.", 1, 50),
    "duration": whole("Length of the meeting in minutes.", 5, 1440),
    "working_hours": record(
        "Hours within which to search.",
        "",
        start=text("First hour, e.g. 09:00.", pattern="^[0-2][0-9]:[0-5][0-9]$"),
        end=text("Last hour, e.g. 17:30.", pattern="^[0-2][0-9]:[0-5][0-9]$"),
        days=many(choice("", "mon", "tue", "wed", "thu", "fri", "sat", "sun"), "Days of the week."),
    ),
    "text": text("One sentence, e.g. Lunch with Ana tomorrow at noon."),
    "destination": text("Id of the calendar to move the event to."),
    "zone": text("Time zone, e.g. Asia/Tokyo."),
}

TABLE = """
list_calendars() read again "List calendars"
    List all calendars you can see, with your rights and the time zone of each.
list_events(calendar_id=primary, time_min*, time_max*, query, max_results=50) read strict "List events"
    List the events of a calendar between two moments. Each repetition of a series is returned as its own event.
get_event(calendar_id=primary, event_id*) read
    Get one event with attendees, answers and reminders.
search_events(query*, time_min, time_max, max_results=20) read
    Search events in all your calendars.
create_event(calendar_id=primary, summary*, start*, end*, description, location, attendees, recurrence, reminders, \
    send_updates=all) write strict "Create event"
    Create an event, once or repeating, and invite people to it.
    |
    | Example of a weekly meeting:
    | {"summary": "Planning", "start": {"dateTime": "2026-03-02T09:00:00", "timeZone": "Europe/Berlin"},
    |  "end": {"dateTime": "2026-03-02T09:30:00", "timeZone": "Europe/Berlin"},
    |  "recurrence": ["RRULE:FREQ=WEEKLY;BYDAY=MO"]}
update_event(calendar_id, event_id*, summary, start, end, description, location, attendees, scope, send_updates) write
    Change an event. Fields that are left out stay as they are.
delete_event(calendar_id, event_id*, scope=this, send_updates=all) destroy again "Delete event"
    Delete an event and tell the attendees that it is cancelled.
respond_to_invitation(event_id*, response*, comment) write again
    Accept or decline an invitation, or answer that you may come.
find_free_time(people*, duration*, time_min*, time_max*, working_hours, max_results=5) read strict "Find free time"
    Find times at which all the given people are free. The earliest times come first.
get_availability(people*, time_min*, time_max*) read
    Availability.
quick_add(calendar_id, text*) write
    Create an event from a sentence.
move_event(calendar_id*, event_id*, destination*) write
"""

EXTRAS: dict[str, dict[str, object]] = {
    "find_free_time": {"_meta": {"anthropic/searchHint": "schedule meeting slot when everyone is available"}},
    "list_calendars": {
        "outputSchema": record(
            "",
            "calendars",
            calendars=many(record("", "id name", id=text("Id."), name=text("Name."), zone=text("Time zone."))),
        )
    },
}


def build() -> list[Tool]:
    """Return all 12 tools."""
    return tools(TABLE, PARAMETERS, definitions=DEFINITIONS, extras=EXTRAS)
