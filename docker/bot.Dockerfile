# A Python bot: an interpreter and the library `siurell`, and nothing else. The sandbox `container`
# runs every submitted bot in it. It builds on any base that has Python and its `venv`.
ARG BASE=python:3.11-slim-bookworm
FROM ${BASE} AS build
COPY build/wheels /wheels
RUN python3 -m venv /opt/siurell \
    && /opt/siurell/bin/pip install --no-cache-dir --no-index --find-links /wheels /wheels/siurell-*.whl \
    && /opt/siurell/bin/pip uninstall --yes pip setuptools

FROM ${BASE}
COPY --from=build /opt/siurell /opt/siurell
ENV PATH=/opt/siurell/bin:/usr/local/bin:/usr/bin:/bin \
    HOME=/home/bot \
    LANG=C.UTF-8 \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1
USER 10001:10001
WORKDIR /bot
HEALTHCHECK NONE
CMD ["python", "bot.py"]
