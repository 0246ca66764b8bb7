"""Alembic's environment; `dealt.service.store.database` passes the connection."""

from alembic import context

from dealt.service.store.database import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite alters few things in place
)
context.run_migrations()
