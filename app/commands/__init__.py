"""The commands of ``litslab``, a module a subject; each module has one ``register(app)``."""
