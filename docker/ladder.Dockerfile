# The ladder with its worker: store, pairing, ratings, and the matches themselves. Bots run in the
# sandbox `bwrap` inside of this container; compose.yaml says what that needs.
# It builds on any base that has Python and its `venv`.
ARG BASE=python:3.11-slim-bookworm
FROM ${BASE} AS build
COPY build/wheels /wheels
RUN python3 -m venv /opt/siurell \
    && /opt/siurell/bin/pip install --no-cache-dir --no-index --find-links /wheels /wheels/siurell_arena-*.whl \
    && /opt/siurell/bin/pip uninstall --yes pip setuptools

FROM ${BASE}
COPY --from=build /opt/siurell /opt/siurell
COPY docker/ladder.sh docker/ladder_health.py /opt/siurell/
RUN install -d -o 10001 -g 10001 -m 0700 /var/lib/siurell
ENV PATH=/opt/siurell/bin:/usr/local/bin:/usr/bin:/bin \
    HOME=/tmp \
    LANG=C.UTF-8 \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    SIURELL_HOME=/var/lib/siurell
USER 10001:10001
WORKDIR /var/lib/siurell
VOLUME /var/lib/siurell
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=20s --start-period=60s CMD ["python", "/opt/siurell/ladder_health.py"]
CMD ["/bin/sh", "/opt/siurell/ladder.sh"]
